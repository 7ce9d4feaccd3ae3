#include "models/published/image_preparation.h"

#include "core/error.h"
#include "core/files.h"
#include "core/json_text.h"
#include "models/model_folder.h"
#include "models/published/config_entries.h"

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

constexpr Index longestSide = 4096;                   ///< that a file may ask for
constexpr Index mostPixels = Index(64) * 1024 * 1024; ///< of a resized image

/// One side of a square, or {"height": …, "width": …}.
void readSize(const ConfigEntries& config, const char* name, Index& height, Index& width) {
    if (!config.at(name).is_object()) {
        height = width = config.size(name, longestSide);
        return;
    }
    const ConfigEntries own(config.at(name), config.where() + ": \"" + name + "\"");
    height = own.size("height", longestSide);
    width = own.size("width", longestSide);
}

/// Processors for which a single number is the shorter side.
bool namesShorterSide(const ConfigEntries& config) {
    const std::string type =
        config.text("image_processor_type", config.text("feature_extractor_type", "ViTImageProcessor"));
    return type.starts_with("Bit") || type.starts_with("CLIP");
}

void readResizing(const ConfigEntries& config, ImagePreparation& preparation) {
    if (!config.flag("do_resize", true))
        return;
    constexpr int bilinear = 2, bicubic = 3; // Pillow's numbers
    const Index kernel = config.count("resample", 5, bilinear);
    if (kernel != bilinear && kernel != bicubic)
        config.refuse("resample", "2 (bilinear) or 3 (bicubic), the only ones that this program has");
    preparation.resampling = kernel == bicubic ? Resampling::Bicubic : Resampling::Bilinear;
    const ConfigEntries::Json& size = config.at("size");
    if (size.is_object() && size.contains("shortest_edge")) {
        const ConfigEntries own(size, config.where() + ": \"size\"");
        own.mustBe("longest_edge", ConfigEntries::Json());
        preparation.shorter = own.size("shortest_edge", longestSide);
    } else if (!size.is_object() && namesShorterSide(config)) {
        preparation.shorter = config.size("size", longestSide);
    } else {
        readSize(config, "size", preparation.height, preparation.width);
    }
}

/// A number for each channel, or one for all.
std::array<double, 3> channelsOf(const ConfigEntries& config, const char* name, double low, double high) {
    const ConfigEntries::Json& entry = config.at(name);
    std::array<double, 3> channels{};
    const auto isWithin = [&](const ConfigEntries::Json& one) {
        return one.is_number() && one.get<double>() >= low && one.get<double>() <= high;
    };
    if (entry.is_array() ? entry.size() != 3 || !std::all_of(entry.begin(), entry.end(), isWithin) : !isWithin(entry))
        config.refuse(name, "three numbers from " + jsonText(low) + " to " + jsonText(high));
    for (std::size_t channel = 0; channel < 3; ++channel)
        channels[channel] = (entry.is_array() ? entry[channel] : entry).get<double>();
    return channels;
}

/// In the size that keeps its proportions, as Hugging Face rounds it.
Image withShorterSide(const Image& image, Index shorter, Resampling resampling) {
    const auto longer = [&](Index own, Index other) {
        const double length = double(shorter) * double(own) / double(other);
        if (length * double(shorter) > double(mostPixels))
            throw Error("the image has " + std::to_string(image.width) + " × " + std::to_string(image.height) +
                        " pixels and is too long for its width: cut a part out of it");
        return Index(length);
    };
    return image.width <= image.height ? resized(image, longer(image.height, image.width), shorter, resampling)
                                       : resized(image, shorter, longer(image.width, image.height), resampling);
}

/// Its middle; black around it where it is smaller.
Image cropped(const Image& image, Index height, Index width) {
    Image result{height, width, std::vector<std::uint8_t>(std::size_t(height * width * 3))};
    const auto half = [](Index left) { return Index(std::floor(double(left) / 2)); }; // also of a negative number
    const Index top = half(image.height - height), left = half(image.width - width);
    const Index begin = std::max<Index>(0, -left), end = std::min(width, image.width - left);
    for (Index row = std::max<Index>(0, -top); row < std::min(height, image.height - top); ++row)
        std::copy_n(image.pixels.begin() + ((row + top) * image.width + begin + left) * 3, (end - begin) * 3,
                    result.pixels.begin() + (row * width + begin) * 3);
    return result;
}

} // namespace

Image ImagePreparation::fitted(const Image& image) const {
    if (image.height < 1 || image.width < 1)
        throw Error("the image has no pixels");
    Image result = height > 0    ? resized(image, height, width, resampling)
                   : shorter > 0 ? withShorterSide(image, shorter, resampling)
                                 : image;
    return cropHeight > 0 ? cropped(result, cropHeight, cropWidth) : result;
}

std::vector<float> ImagePreparation::numbersOf(const Image& image) const {
    const std::size_t count = std::size_t(image.height * image.width);
    std::vector<float> numbers(count * 3);
    for (std::size_t channel = 0; channel < 3; ++channel)
        for (std::size_t pixel = 0; pixel < count; ++pixel)
            numbers[channel * count + pixel] =
                float((double(image.pixels[pixel * 3 + channel]) * scale - mean[channel]) / deviation[channel]);
    return numbers;
}

ImagePreparation readImagePreparation(const std::filesystem::path& folder) {
    checkModelPart(folder, "preprocessor_config.json",
                   "the folder of a model that reads images has preprocessor_config.json, which says how they are "
                   "made ready for it");
    const std::filesystem::path path = folder / "preprocessor_config.json";
    const nlohmann::ordered_json document = parseJson(readFile(path, std::uint64_t(1) << 20), path.string());
    const ConfigEntries config(document, path.string());
    ImagePreparation preparation;
    for (const char* option : {"do_pad", "do_flip_channel_order"})
        config.mustBe(option, false);
    config.mustBe("crop_pct", nullptr); // a share that is cut off, of ConvNeXt's processor
    readResizing(config, preparation);
    if (config.has("crop_size") && config.flag("do_center_crop", true))
        readSize(config, "crop_size", preparation.cropHeight, preparation.cropWidth);
    if (config.flag("do_rescale", true))
        preparation.scale = config.number("rescale_factor", 1.0 / 255, 1e-6, 1e6);
    if (config.flag("do_normalize", true)) {
        preparation.mean = channelsOf(config, "image_mean", -1e6, 1e6);
        preparation.deviation = channelsOf(config, "image_std", 1e-6, 1e6);
    }
    return preparation;
}

} // namespace headlight
